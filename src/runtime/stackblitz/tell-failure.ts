/** Shows the editor's error message in the element. If there was a link to the project, it is visible again. */
export function tellFailure(place: HTMLElement, error: Error): void {
  const alert = place.querySelector('[role="alert"]') ?? document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.setAttribute('lang', 'en');
  alert.textContent = error.message;
  place.append(alert);
  for (const link of place.querySelectorAll<HTMLElement>(':scope > a')) link.hidden = false;
}
