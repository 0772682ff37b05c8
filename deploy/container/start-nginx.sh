#!/bin/sh
# Starts nginx with deploy/nginx.conf (the first argument) in front of the services of compose.yaml. It writes below RUN_FOLDER only.
#   CORE, MEDIA   hosts and ports of the processes with these roles, separated by spaces; chat is where core is
#   NAME          the site's host
#   CERTIFICATES  the folder with fullchain.pem and privkey.pem
#   RUN_FOLDER    where nginx keeps its cache and its temporary files; /run/nginx unless given
#   ACCESS_LOG    the file for its log; the container's output unless given
set -eu
run=${RUN_FOLDER:-/run/nginx}
mkdir -p "$run/cache" "$run/temporary"
servers() { for server in $1; do printf 'server %s; ' "$server"; done; }
sed -e "/^upstream waggle_media/,/^}/ s|server 127.0.0.1:8080;|$(servers "$MEDIA")|" \
  -e "s|server 127.0.0.1:8080;|$(servers "$CORE")|" \
  -e "s|live\.example;|$NAME;|" \
  -e "s|/etc/letsencrypt/live/live\.example|$CERTIFICATES|" \
  -e "s|/var/lib/nginx/waggle|$run/cache|" \
  -e "s|/var/log/nginx/waggle\.log|${ACCESS_LOG:-/dev/stdout}|" \
  -e 's|/var/log/nginx/waggle-error\.log|stderr|' \
  -e "s|listen 80;|listen ${HTTP_PORT:-80};|" \
  -e "s|listen 443 |listen ${HTTPS_PORT:-443} |" "$1" >"$run/waggle.conf"
# In the image this is no root. Where it is, the workers would be another user, who may not write into these folders.
user=
[ "$(id -u)" -ne 0 ] || user='user root;'
cat >"$run/nginx.conf" <<END
daemon off;
$user
pid $run/pid;
error_log stderr warn;
worker_processes auto;
worker_rlimit_nofile 65536;
events { worker_connections 16384; }
http {
    client_body_temp_path $run/temporary/client_body;
    proxy_temp_path $run/temporary/proxy;
    fastcgi_temp_path $run/temporary/fastcgi;
    uwsgi_temp_path $run/temporary/uwsgi;
    scgi_temp_path $run/temporary/scgi;
    include $run/waggle.conf;
}
END
exec /usr/sbin/nginx -c "$run/nginx.conf" -e stderr
