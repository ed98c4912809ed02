import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { connection, renderAs, useConnection } from './page-connection.ts';

let hydratedWith: unknown;

function Reader() {
  hydratedWith = useConnection();
  return null;
}

afterEach(() => renderAs('disconnected'));

describe('the connection that a page is hydrated with', () => {
  it('is the current one where that says the same, so that React does not render the page twice', () => {
    renderAs('connecting');
    renderAs('disconnected');
    renderToString(createElement(Reader));
    expect(hydratedWith).toBe(connection.get());
  });

  it('is that of the rendered page where the current one differs', () => {
    renderAs('connecting');
    renderToString(createElement(Reader));
    expect(hydratedWith).toEqual({ status: 'connecting', walletName: null });
  });
});
