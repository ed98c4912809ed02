/** Copies a text. @throws where the browser does not allow it; over plain http it has no clipboard at all */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
