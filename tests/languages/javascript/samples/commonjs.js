#!/usr/bin/env node
"use strict";
const fs = require("fs");
const { join, resolve: absolute } = require("path");
const parse = require("./parse").parse;
require("./side-effect");

/** A reply to a request. */
function Reply(request) {
  this.request = request;
  this.send();
}

/** Sends it. */
Reply.prototype.send = function send(payload) {
  fs.writeFileSync(join(payload), parse(payload));
  return this.end();
};
Reply.prototype.end = async function () {};
Reply.create = (request) => new Reply(request);

function build() {
  return require("./late").late(absolute("."));
}

module.exports = Reply;
module.exports.build = build;
module.exports.version = "1.0";
exports.onClose = function (callback) {
  callback();
};
