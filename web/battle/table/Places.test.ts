import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OwnPlace } from './Places.tsx';
import { texts } from './texts.ts';

const drawn = (card: string | null, isLocked: boolean) =>
  renderToString(createElement(OwnPlace, { card, isLocked }));

it('an own card that is down is not asked for, also when the session that may see it is over', {
  tags: 'B11',
}, () => {
  expect(drawn(null, false)).toContain(texts.yourPlace);
  expect(drawn(null, true)).not.toContain(texts.yourPlace);
  expect(drawn(null, true)).toContain(texts.yourCardDown);
  expect(drawn('Transcendence', true)).toContain('Transcendence');
});
