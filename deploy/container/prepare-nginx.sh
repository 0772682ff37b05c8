#!/bin/sh
# The image of the proxy, on bare Debian 12: the nginx that deploy/nginx.conf is tested with.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -qy --no-install-recommends nginx-light
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
useradd --uid 10002 --no-create-home --home-dir /run/nginx --shell /usr/sbin/nologin proxy-waggle
