/** Light or dark: as the system has it, until the switch says otherwise. */
import { effect, signal } from "@preact/signals";

const KEY = "codeindex-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const kept = localStorage.getItem(KEY);

/** `light` or `dark` where it was chosen; null: as the system. */
const chosen = signal<string | null>(kept === "light" || kept === "dark" ? kept : null);
export const isDark = signal(dark.matches);

effect(() => {
  isDark.value = chosen.value === null ? dark.matches : chosen.value === "dark";
  if (chosen.value === null) document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = chosen.value;
});
dark.addEventListener("change", () => {
  if (chosen.value === null) isDark.value = dark.matches;
});

/** Turns light to dark and back. A choice that is the system's is not kept, so that it follows the system again. */
export function switchTheme(): void {
  const wanted = isDark.value ? "light" : "dark";
  const isSystems = (wanted === "dark") === dark.matches;
  chosen.value = isSystems ? null : wanted;
  if (isSystems) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wanted);
}
