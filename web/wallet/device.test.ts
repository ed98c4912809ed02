import { describe, expect, it } from 'vitest';
import { isMobile } from './device.ts';

const agent = (userAgent: string, maxTouchPoints = 0) => ({ userAgent, maxTouchPoints });

describe('a phone or tablet', () => {
  it('phones and tablets, also those that call themselves a Mac', () => {
    expect(isMobile(agent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5))).toBe(true);
    expect(isMobile(agent('Mozilla/5.0 (Linux; Android 15)', 5))).toBe(true);
    expect(isMobile(agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 5))).toBe(true);
    expect(isMobile({ ...agent('Mozilla/5.0'), userAgentData: { mobile: true } })).toBe(true);
  });

  it('desktops, with a touch screen too', () => {
    expect(isMobile(agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)'))).toBe(false);
    expect(isMobile(agent('Mozilla/5.0 (Windows NT 10.0; Win64)', 10))).toBe(false);
  });
});
