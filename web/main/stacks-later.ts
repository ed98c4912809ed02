/**
 * Import before React, which makes five errors as it loads. With developer tools attached, as Lighthouse has them, V8
 * parses all of React again to know the lines of their stacks: half of the time in which the page was blocked.
 */
const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
Reflect.deleteProperty(Error, 'stackTraceLimit');

/** Later errors have their stacks. */
export function restoreStacks(): void {
  Reflect.set(Error, 'stackTraceLimit', limit);
}
