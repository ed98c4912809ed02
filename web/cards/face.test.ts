import { expect, it } from 'vitest';
import { faceOf } from './face.ts';

it.each([
  ['Transcendence #12', 'Transcendence', 'Legendary Omni - Eter Ki', 'eter', '#12'],
  ['the hodlord card', 'the hodlord card', 'Legendary Walker - Inferno Ki', 'inferno', undefined],
  ['Somebody else #0042', 'Somebody else', undefined, 'mist', '#0042'],
  ['#7', '#7', undefined, 'mist', undefined],
])('%j shows %j', (fullName, name, type, ki, edition) => {
  expect(faceOf(fullName)).toEqual({ name, type, ki, edition });
});
