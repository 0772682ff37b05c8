#!/bin/sh
# The first stage of the image, in a checkout, with Node 20 and npm: packs the site and installs the package into a folder.
set -eu
cd "$(dirname "$0")/../.."
node scripts/package.mjs /tmp/package
sh deploy/container/install.sh /tmp/package/*.tgz "$1"
