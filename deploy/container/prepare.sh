#!/bin/sh
# The second stage of the image, on bare Debian 12: the programs, the user and the data folder.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# tini is the first process: it passes SIGTERM on and collects what ended processes leave behind.
apt-get install -qy --no-install-recommends ca-certificates ffmpeg tini
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin waggle
install -d -o waggle -g waggle -m 700 /data
