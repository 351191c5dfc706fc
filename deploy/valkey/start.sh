#!/bin/sh
# Starts Valkey with its users. The passwords are files, so that no image and no command line has
# them; the server is given their SHA-256. Options are passed on.
set -eu
conf=${VALKEY_CONF:-/etc/valkey}
secrets=${VALKEY_SECRETS:-/run/secrets}
run=${VALKEY_RUN:-/tmp}

# A secret that is missing must not become an empty password, with which everybody gets in.
sha256() {
    password=$(tr -d '\n' < "$secrets/$1")
    if [ -z "$password" ]; then
        echo "$secrets/$1 holds no password" >&2
        exit 1
    fi
    printf %s "$password" | sha256sum | cut -d ' ' -f 1
}

umask 077
bot=$(sha256 valkey_bot)
admin=$(sha256 valkey_admin)
sed -e "s/PASSWORD_SHA256/$bot/" -e "s/ADMIN_SHA256/$admin/" "$conf/users.acl" > "$run/users.acl"
exec valkey-server "$conf/valkey.conf" --aclfile "$run/users.acl" "$@"
