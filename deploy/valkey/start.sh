#!/bin/sh
# Starts Valkey with its users. The passwords are files, so that no image and no command line has
# them; the server is given their SHA-256. Options are passed on.
set -eu
conf=${VALKEY_CONF:-/etc/valkey}
secrets=${VALKEY_SECRETS:-/run/secrets}
run=${VALKEY_RUN:-/tmp}

sha256() {
    tr -d '\n' < "$secrets/$1" | sha256sum | cut -d ' ' -f 1
}

umask 077
sed -e "s/PASSWORD_SHA256/$(sha256 valkey_bot)/" -e "s/ADMIN_SHA256/$(sha256 valkey_admin)/" \
    "$conf/users.acl" > "$run/users.acl"
exec valkey-server "$conf/valkey.conf" --aclfile "$run/users.acl" "$@"
