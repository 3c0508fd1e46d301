/** Made-up secrets. They are put together here, so that no scanner takes this repository for one that leaks. */

export const SECRETS = {
  aws: ["AKIA", "Z7QX2MWJ4RTBNVKD"].join(""),
  github: ["ghp_", "w8Kd2Rz5Tq9Xv1Lm4Np7Bc3Hj6Ys0Fg8Qa2e"].join(""),
  stripe: ["sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"].join(""),
  slack: ["xoxb-", "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"].join(""),
  password: ["vR7$", "kQ2w9zLm"].join("").replace("$", "_"),
  token: ["q7Jx2Vb9", "Lm4Tn8Rk3Wd6Yh1Zc5"].join(""),
};

const LINES = [
  "MIIEowIBAAKCAQEAvZ3kQ8x1Jm5TnR2wYb7LcHd9FsGp4Ke6UiOaXqVzWtBrNjMy",
  "7hD2sKfQ9pLx3Zc8VbNm1Qw4Er6Ty5Ui0OpAsDfGhJkLzXcVbNmQwErTyUiOpAsD",
  "fGhJkL1zXcVb2NmQw3ErTy4Ui5OpAs6DfGh7JkLz8XcVb9NmQw0ErTyUiOpAsDfG",
  "Zm9yIHRlc3RzIG9ubHk9PQ==",
];
const kind = ["RSA", "PRIVATE", "KEY"].join(" ");
/** A key as it stands in files; its lines are secrets each. */
export const PEM = [`-----BEGIN ${kind}-----`, ...LINES, `-----END ${kind}-----`].join("\n");
export const PEM_LINES = LINES;
