/** Which licences permit learning from a package beyond doubt. */

const PERMISSIVE = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
  "Unlicense",
  "CC0-1.0",
]);

/** Words that only the texts of those licences have. */
const TEXTS = [
  /permission is hereby granted, free of charge, to any person obtaining a copy/i,
  /permission to use, copy, modify,? and(?:\/or)? distribute this software for any purpose with or without fee is hereby granted/i,
  /redistribution and use in source and binary forms, with or without modification, are permitted provided/i,
  /apache license,? version 2\.0/i,
  /blue oak model license/i,
  /this is free and unencumbered software released into the public domain/i,
  /cc0 1\.0 universal/i,
];
const OTHERS =
  /\b(?:[AL]?GPL|GNU (?:lesser |affero |library )?general public|mozilla public|MPL|eclipse public|EPL|CDDL|SSPL|server side public|business source|commons clause|non-?commercial|creative commons (?!.{0,10}(?:zero|cc0))|CC[- ]BY|unity companion|proprietary|advertising materials)\b/i;

/** Whether `license` of a package.json is one of ours, or a choice among ours. */
export function isPermissiveId(license) {
  if (typeof license !== "string") return false;
  const ids = license.replace(/[()]/g, "").split(/ OR /);
  return ids.every((id) => PERMISSIVE.has(id.trim()));
}

/** Whether a licence text is that of a permissive licence and names no other. */
export function isPermissive(text) {
  const line = text.replace(/[\s*#>]+/g, " ");
  return TEXTS.some((pattern) => pattern.test(line)) && !OTHERS.test(line);
}

/** Whether a source file says at its head that a permissive licence covers it. */
export function statesPermissive(source) {
  const head = source.slice(0, 2000).replace(/[\s*#/]+/g, " ");
  return (
    /licensed under the (?:MIT|Apache|BSD)\b|under the terms of the (?:MIT|(?:modified|new) BSD|(?:2|3)-clause BSD) licen[cs]e/i.test(
      head,
    ) ||
    /SPDX-License-Identifier: (?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense|CC0-1\.0)(?! *(?:AND|OR|WITH))/i.test(
      head,
    ) ||
    isPermissive(head)
  );
}

/** Whether the head of a source file speaks of a licence that is not permissive. */
export function namesAnotherLicence(source) {
  return OTHERS.test(source.slice(0, 3000));
}
