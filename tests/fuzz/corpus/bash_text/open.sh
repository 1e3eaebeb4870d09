#!/bin/csh
#SBATCH --mem=10 G
#PBS -l nodes=2
setenv A "b
$((1+2)) <<-'E'
	x
	E
$(a `b \`c\`` ) { ( [[ 