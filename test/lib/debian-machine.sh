#!/bin/sh
# Starts a program as process 1 of a Debian system, in new namespaces that share the network of this machine:
#   debian-machine.sh CGROUP WORK LAYERS PROGRAM ARGUMENT...
# LAYERS are folders that overlayfs joins, the topmost first; all changes are stored in WORK/upper. Everything ends with
# this process, and with the one that started it.
set -e
if [ "$STOWAGE_MACHINE" != inside ]; then
  mkdir "$1"
  echo $$ >"$1/cgroup.procs"
  STOWAGE_MACHINE=inside exec setpriv --pdeathsig KILL \
    unshare --mount --pid --cgroup --uts --ipc --fork --kill-child "$0" "$@"
fi
work=$2 layers=$3
shift 3
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$layers,upperdir=$work/upper,workdir=$work/work,volatile" "$work/root"
cd "$work/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
ln -s /proc/self/fd dev/fd
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
pivot_root . mnt
umount -l /mnt
# services see what is mounted for them, such as their credentials
mount --make-rshared /
exec env -i container=stowage PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
