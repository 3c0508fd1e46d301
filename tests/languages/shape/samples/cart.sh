#!/bin/sh
# Prints what it does.
say() {
  echo "say() {"
}

function total {
  cat <<EOT
hidden() {
EOT
}

export CART_HOME=/tmp
