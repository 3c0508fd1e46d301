/** A dialog over the page, by the browser's own element: it keeps the focus inside, and gives it back. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

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
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      onClose={() => (close ? close() : element.current?.showModal())}
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
