# Run by `cpack`, its generator External: the staged files as scalegen-VERSION-PROCESSOR.tar.xz. Whoever packs the same files gets the same
# bytes: in the order of their names, owned by root, with the commit's time. CPack's own archives have the order of the disk.
cmake_minimum_required(VERSION 3.25)
if(NOT CPACK_EPOCH)
  message(FATAL_ERROR "a package has the time of its commit: configure it in a clone, or with SOURCE_DATE_EPOCH")
endif()
set(ENV{LC_ALL} C.UTF-8)
set(ENV{XZ_OPT} "-9 --threads=1")

execute_process(
  COMMAND tar --create --xz --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@${CPACK_EPOCH}
          --directory "${CPACK_TEMPORARY_DIRECTORY}" "--transform=s,^[.],${CPACK_PACKAGE_FILE_NAME},"
          --file "${CPACK_PACKAGE_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME}.tar.xz" .
  COMMAND_ERROR_IS_FATAL ANY)
