// When this browser last looked at a project: "since your last visit" counts from there. A reload is
// the same visit, as long as the tab stays open. Only times are kept, nothing that was seen.
export function beginVisit(project: string, now = new Date()): string | null {
  const place = `plumb.visit.${project}`;
  try {
    const running = window.sessionStorage.getItem(place);
    if (running !== null) return running === '' ? null : running;
    const last = window.localStorage.getItem(place);
    window.sessionStorage.setItem(place, last ?? '');
    window.localStorage.setItem(place, now.toISOString());
    return last;
  } catch {
    return null; // a browser that keeps nothing: every visit is the first
  }
}
