/** A dialog over the page, by the browser's own element: it keeps the focus inside, and gives it back. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

const FIRST_FIELD = "form :is(input, select, textarea), form:not(:has(input, select, textarea)) button[type=button]";

interface DialogButtonsProps {
  /** The deed of the form, on its button. */
  label: string;
  close: () => void;
  isBusy: boolean;
  /** Whether it takes something away that does not come back. */
  isDangerous?: boolean;
}

/** The buttons below the form of a dialog: what it does, and the way out. */
export function DialogButtons({ label, close, isBusy, isDangerous = false }: DialogButtonsProps) {
  return (
    <p class="buttons">
      <button type="submit" class={isDangerous ? "main danger" : "main"} disabled={isBusy}>
        {label}
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </p>
  );
}

/**
 * Open while it is drawn. Esc, and the button, call `close`; without it the dialog cannot be left: browsers close one at the second Esc, and it opens
 * again.
 */
export function Dialog({ title, close, children }: { title: string; close?: () => void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    // The browser would choose the button that closes it: the field to fill in, or the way out where something is only to be confirmed.
    element.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    // A dialog that is only taken out of the document gives no focus back; the element gets it when the dialog is gone.
    return () => queueMicrotask(() => before instanceof HTMLElement && before.focus());
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      onClose={({ currentTarget }) => {
        // The event comes later, and no dialog may be there any more.
        if (!currentTarget.isConnected) return;
        if (close) close();
        else currentTarget.showModal();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {close && (
          <button type="button" class="quiet icon" aria-label="Close" onClick={close}>
            ✕
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
