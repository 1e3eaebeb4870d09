#!/bin/bash
#SBATCH --job-name=settings
#SBATCH --partition=cpu
#SBATCH --ntasks=2 --nodes=1
#SBATCH --time=00:10:00

module load python
source ./settings.sh
module load numpy
srun python $SCRIPT
