import { describe, expect, it } from 'vitest';
import { edgeSpeed } from './pointer-drag.ts';

describe('scrolling near an edge', () => {
  it('stands still away from the edges', () => {
    expect(edgeSpeed(400, 64, 800)).toBe(0);
    expect(edgeSpeed(160, 64, 800)).toBe(0);
  });

  it('grows towards the edge and beyond it no further', () => {
    const speeds = [140, 100, 70, 64, -50].map((y) => edgeSpeed(y, 64, 800));
    expect(speeds).toEqual([...speeds].sort((a, b) => b - a));
    expect(speeds[0]).toBeLessThan(0);
    expect(speeds[3]).toBe(speeds[4]);
    expect(edgeSpeed(790, 64, 800)).toBeGreaterThan(0);
    expect(edgeSpeed(5000, 64, 800)).toBe(-edgeSpeed(-5000, 64, 800));
  });

  it('leaves a calm middle in a narrow strip', () => {
    expect(edgeSpeed(30, 0, 60)).toBe(0);
  });
});
