/**
 * Enter that is held presses once, not again with every repeat: else it answers the question that it opened. Space
 * presses when it is let go.
 */
export function pressOnce(page: EventTarget): void {
  const press = (event: Event) => {
    const { key, repeat } = event as KeyboardEvent;
    if (repeat && key === 'Enter') event.preventDefault();
  };
  // Menus stop it on its way up.
  page.addEventListener('keydown', press, { capture: true });
}
