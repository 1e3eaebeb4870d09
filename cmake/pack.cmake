# Run by `cpack`, its generator External: the staged files as scalegen-VERSION-PROCESSOR.tar.xz and as a .deb. Whoever packs the same files
# gets the same bytes: in the order of their names, owned by root, with the commit's time. CPack's own archives have the order of the disk.
cmake_minimum_required(VERSION 3.25)
if(NOT CPACK_EPOCH)
  message(FATAL_ERROR "a package has the time of its commit: configure it in a clone, or with SOURCE_DATE_EPOCH")
endif()
set(ENV{SOURCE_DATE_EPOCH} "${CPACK_EPOCH}")
set(ENV{LC_ALL} C.UTF-8)
set(ENV{XZ_OPT} "-9 --threads=1")
set(staged "${CPACK_TEMPORARY_DIRECTORY}")
set(deb "${CPACK_TOPLEVEL_DIRECTORY}/deb")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(tar --create --xz --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@${CPACK_EPOCH} --directory "${staged}"
    "--transform=s,^[.],${CPACK_PACKAGE_FILE_NAME}," --file "${CPACK_PACKAGE_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME}.tar.xz" .)

file(REMOVE_RECURSE "${deb}")
file(COPY "${staged}/" DESTINATION "${deb}/usr")
file(GLOB_RECURSE files RELATIVE "${deb}" "${deb}/usr/*")
list(SORT files)
set(bytes 0)
foreach(file IN LISTS files)
  file(MD5 "${deb}/${file}" sum)
  file(SIZE "${deb}/${file}" size)
  string(APPEND sums "${sum}  ${file}\n")
  math(EXPR bytes "${bytes} + ${size}")
endforeach()
math(EXPR kilobytes "${bytes} / 1024")
file(WRITE "${deb}/DEBIAN/md5sums" "${sums}")
file(WRITE "${deb}/DEBIAN/control" "Package: scalegen
Version: ${CPACK_PACKAGE_VERSION}
Architecture: ${CPACK_DEB_ARCHITECTURE}
Maintainer: the developers of scalegen
Section: science
Priority: optional
Installed-Size: ${kilobytes}
Description: says how many GPUs to ask for, and proves it
 One YAML file becomes sbatch scripts for several sizes of a run, and their results a report with speedup and
 efficiency, with intervals, and the size to ask for.
")
run(chmod -R u=rwX,go=rX "${deb}")
run(find "${deb}" -exec touch --date=@${CPACK_EPOCH} {} +) # dpkg-deb keeps older times
run(dpkg-deb --root-owner-group -Zxz --build "${deb}"
    "${CPACK_PACKAGE_DIRECTORY}/scalegen_${CPACK_PACKAGE_VERSION}_${CPACK_DEB_ARCHITECTURE}.deb")
