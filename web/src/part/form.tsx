// Forms: a field with its name, its hint and what is wrong with it; a dialog that keeps what was
// typed until the work is done.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ApiProblem, FieldError } from '../api/client';
import type { Doing } from '../api/load';
import { useAccess } from '../api/session';
import { visible } from '../format';
import { ProblemNote } from './notice';

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string;
  type?: 'text' | 'password' | 'url' | 'number' | 'date';
  name?: string; // of the member in the request, to find its error
  problem?: ApiProblem | null;
  required?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  offers?: readonly string[]; // what may be meant, to choose from
  lines?: number;
  autocomplete?: 'off' | 'current-password';
}

export function Field(props: FieldProps) {
  const id = useId();
  const wrong: FieldError | undefined = props.name
    ? props.problem?.errors.find((error) => error.field === `/${props.name}` || error.field === props.name)
    : undefined;
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (props.autoFocus) input.current?.focus();
  }, []);
  const common = {
    id,
    ref: input,
    value: props.value,
    required: props.required,
    placeholder: props.placeholder,
    'aria-describedby': wrong || props.hint ? `${id}-hint` : undefined,
    'aria-invalid': wrong ? true : undefined,
    onInput: (event: Event) => props.onInput((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class={wrong ? 'field field-wrong' : 'field'}>
      <label for={id}>{visible(props.label)}</label>
      {props.lines ? (
        <textarea {...common} rows={props.lines} />
      ) : (
        <input
          {...common}
          type={props.type ?? 'text'}
          list={props.offers ? `${id}-offers` : undefined}
          autocomplete={props.autocomplete ?? 'off'}
          spellcheck={false}
        />
      )}
      {props.offers && (
        <datalist id={`${id}-offers`}>
          {props.offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
      {(wrong || props.hint) && (
        <p class="hint" id={`${id}-hint`}>
          {wrong ? visible(wrong.message) : props.hint}
        </p>
      )}
    </div>
  );
}

export function Choice<T extends string>({
  label,
  value,
  options,
  more,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  more?: string | undefined; // says at the end that the list is not all of it
  onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        <bdi>{visible(label)}</bdi>
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {visible(text)}
          </option>
        ))}
        {more && <option disabled>{more}</option>}
      </select>
    </div>
  );
}

export function Dialog({
  title,
  open,
  onClose,
  doing,
  submit,
  onSubmit,
  children,
  danger = false,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
  doing: Doing;
  submit: string;
  onSubmit: () => void;
  children: ComponentChildren;
  danger?: boolean;
}) {
  const { who } = useAccess();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A modal dialog makes all else inert, the sign-in too: while that is asked for, it steps aside with
  // what was typed in it. Before the sign-in takes the focus, hence in layout.
  const shown = open && who.state !== 'signed_out';
  const isShown = useRef(shown);
  isShown.current = shown;
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (shown && !dialog.open) dialog.showModal();
    if (!shown && dialog.open) dialog.close();
  }, [shown]);
  // Closed before it goes, the dialog gives the focus back to what opened it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      isShown.current = false;
      dialog?.close();
    };
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={() => isShown.current && onClose()}>
      {open && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <h2 id={id}>{title}</h2>
          {children}
          {doing.problem && <ProblemNote problem={doing.problem} />}
          <div class="actions">
            <button
              type="submit"
              class={danger ? 'button button-danger' : 'button button-main'}
              disabled={doing.busy}
            >
              {doing.busy ? 'Working…' : submit}
            </button>
            <button type="button" class="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </dialog>
  );
}
