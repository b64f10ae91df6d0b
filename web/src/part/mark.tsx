// The plumb bob.
export function PlumbMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 2v10" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" />
      <path d="M9 12h14l-2 9-5 9-5-9z" fill="currentColor" />
    </svg>
  );
}
