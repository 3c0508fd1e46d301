/**
 * Tokens of services with a prefix or a form of their own, in addition to those that gitleaks knows. Each line is one service: its id, its keywords,
 * its form.
 */
import { entropyOf, isPlaceholder, isWordy } from "./harmless.js";
import { byPattern, type OwnRule } from "./rule.js";

/** A prefix followed by words is a name in code. */
const isToken = (secret: string): boolean => entropyOf(secret) >= 3 && !isPlaceholder(secret) && !isWordy(secret);
const service = (id: string, keyword: string | string[], pattern: RegExp): OwnRule =>
  byPattern(id, [keyword].flat(), pattern, isToken);

export const SERVICES: readonly OwnRule[] = [
  // Models
  service("openai-token", "sk-", /\bsk-(?:proj|svcacct|admin|None)-[\w-]{40,200}|\bsk-[A-Za-z0-9]{32,64}\b/),
  service("anthropic-token", "sk-ant-", /\bsk-ant-[\w-]{30,150}/),
  service("openrouter-token", "sk-or-", /\bsk-or-v\d-[a-f0-9]{64}\b/),
  service("groq-token", "gsk_", /\bgsk_[A-Za-z0-9]{40,60}\b/),
  service("xai-token", "xai-", /\bxai-[A-Za-z0-9]{60,100}\b/),
  service("replicate-token", "r8_", /\br8_[A-Za-z0-9]{36,40}\b/),
  service("huggingface-token", "hf_", /\bhf_[A-Za-z0-9]{30,40}\b/),
  service("nvidia-token", "nvapi-", /\bnvapi-[\w-]{50,80}/),
  service("pinecone-token", "pcsk_", /\bpcsk_\w{40,90}\b/),
  service("langsmith-token", "lsv2_", /\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\b/),
  service("tavily-token", "tvly-", /\btvly-[\w-]{20,60}/),
  service("cerebras-token", "csk-", /\bcsk-[a-z0-9]{40,60}\b/),
  service("fireworks-token", "fw_", /\bfw_[A-Za-z0-9]{20,30}\b/),
  service("elevenlabs-token", "sk_", /\bsk_[0-9a-f]{48}\b/),
  // Hosting, databases, delivery
  service("docker-token", ["dckr_pat_", "dckr_oat_"], /\bdckr_[po]at_[\w-]{24,40}/),
  service(
    "supabase-token",
    ["sbp_", "sb_secret_"],
    /\b(?:sbp_[a-f0-9]{40}|sbp_v0_[a-f0-9]{40}|sb_secret_[\w-]{20,60})/,
  ),
  service("vercel-token", ["vercel_blob_rw_", "vcp_"], /\bvercel_blob_rw_\w{30,80}|\bvcp_[A-Za-z0-9]{40,70}/),
  service("netlify-token", "nfp_", /\bnfp_[A-Za-z0-9]{36,40}\b/),
  service("render-token", "rnd_", /\brnd_[A-Za-z0-9]{28,40}\b/),
  service("neon-token", ["napi_", "npg_"], /\bnapi_[a-z0-9]{40,70}\b|\bnpg_[A-Za-z0-9]{10,20}\b/),
  service("doppler-token", "dp.", /\bdp\.(?:st|sa|ct|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,44}\b/),
  service("buildkite-token", ["bkua_", "bkpt_"], /\bbk(?:ua|pt)_[0-9a-f]{40}\b/),
  service("circleci-token", "ccipat_", /\bCCIPAT_[A-Za-z0-9]{10,30}_[0-9a-f]{40}\b/),
  service("nuget-token", "oy2", /\boy2[a-z0-9]{43}\b/),
  service("crates-io-token", "cio", /\bcio[A-Za-z0-9]{32}\b/),
  service("google-oauth-secret", "gocspx-", /\bGOCSPX-[\w-]{24,32}/),
  service("google-oauth-token", "ya29.", /\bya29\.[\w-]{20,300}/),
  service("google-refresh-token", "1//0", /\b1\/\/0[\w-]{40,100}/),
  service("firebase-server-key", "aaaa", /\bAAAA[\w-]{7}:[\w-]{100,180}/),
  service("azure-storage-key", "key=", /Key=([A-Za-z0-9+/]{86}==)/),
  service("azure-search-key", "azse", /\b[A-Za-z0-9]{42}AzSe[A-Za-z0-9]{6}\b/),
  // A shared access signature is as good as a password until it expires.
  service("azure-sas", "sig=", /[?&;]sig=([A-Za-z0-9%+/]{32,90}={0,2})/),
  // Messages
  service("discord-bot-token", ".", /(?<![\w.-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w.-])/),
  service("discord-webhook", "api/webhooks/", /discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/([\w-]{60,80})/),
  service(
    "slack-webhook",
    "hooks.slack.com",
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/]{30,80})/,
  ),
  service("slack-cookie-token", ["xoxc-", "xoxd-"], /\bxox[cd]-[\w%-]{30,300}/),
  service("slack-bot", ["xoxb-", "xoxp-", "xapp-"], /\b(?:xox[bp]|xapp)-[\w-]{20,160}/),
  service("telegram-token", ":aa", /(?<![\w:])\d{8,10}:AA[\w-]{32,35}(?![\w-])/),
  service("mailgun-key", "key-", /\bkey-[0-9a-f]{32}\b/),
  service("mailchimp-key", "-us", /\b[0-9a-f]{32}-us\d{1,2}\b/),
  service("resend-token", "re_", /\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}\b/),
  service("sendgrid-token", "sg.", /\bSG\.[\w-]{16,32}\.[\w-]{32,64}/),
  // Payment, work, statistics
  service("stripe-token", ["sk_", "rk_"], /\b[sr]k_(?:test|live|prod)_[A-Za-z0-9]{10,120}\b/),
  service("stripe-webhook-secret", "whsec_", /\bwhsec_[A-Za-z0-9+/]{24,90}={0,2}/),
  service(
    "paypal-braintree-token",
    "access_token$",
    /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/,
  ),
  service("figma-token", "figd_", /\bfigd_[\w-]{36,50}/),
  service("notion-token", "secret_", /\bsecret_[A-Za-z0-9]{43}\b/),
  service("atlassian-token", ["atatt3", "atctt3"], /\bAT[AC]TT3[\w=-]{50,250}/),
  service("new-relic-key", "nrak-", /\bNRAK-[A-Z0-9]{27}\b/),
  service("posthog-key", "phx_", /\bphx_[A-Za-z0-9]{36,60}\b/),
  service("contentful-token", "cfpat-", /\bCFPAT-[\w-]{40,46}/),
  service(
    "github-token",
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    /\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_\w{60,90}\b/,
  ),
  service("gitlab-token", "gl", /\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|soat|agent|imt|ffct)-[\w.-]{20,300}/),
  service("npm-token", "npm_", /\bnpm_[A-Za-z0-9]{36}\b/),
];
