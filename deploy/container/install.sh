#!/bin/sh
# Installs the packed site (an npm package's file) into a folder. A step of the image, and of the test of the package.
set -eu
package=$1 folder=$2
mkdir -p "$folder"
# In a folder without this file, npm would look for one further up.
echo '{ "private": true }' >"$folder/package.json"
npm install --prefix "$folder" --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error "$package"
# C headers and manuals of the packaged Node.
rm -rf "$folder"/node_modules/node-linux-*/include "$folder"/node_modules/node-linux-*/share
