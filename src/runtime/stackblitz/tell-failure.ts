/** Says in a place what went wrong, in the editor's own words; the link to the project is there again, if there was one. */
export function tellFailure(place: HTMLElement, error: Error): void {
  const alert = place.querySelector('[role="alert"]') ?? document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.setAttribute('lang', 'en');
  alert.textContent = error.message;
  place.append(alert);
  for (const link of place.querySelectorAll<HTMLElement>(':scope > a')) link.hidden = false;
}
