/** Whether this is a phone or tablet, where browsers have no wallet extensions. */
interface Agent {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly userAgentData?: { readonly mobile: boolean };
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
export function isMobile(agent: Agent = navigator): boolean {
  if (agent.userAgentData?.mobile === true) return true;
  if (/Android|iPhone|iPad|iPod/i.test(agent.userAgent)) return true;
  return /Macintosh/.test(agent.userAgent) && agent.maxTouchPoints > 1;
}
