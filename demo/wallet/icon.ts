/** The demo wallet's icon: a domino mask under a lamp. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="#f3c24f"/><path d="M20 0 34 40H6Z" fill="#fff7e0"/><path d="M5 16q15-6 30 0 0 12-8 12-5 0-7-5-2 5-7 5-8 0-8-12Z" fill="#171004"/><path d="M10 19q4-2 7 1-4 4-7-1ZM30 19q-4-2-7 1 4 4 7-1Z" fill="#f3c24f"/></svg>`;

export const DEMO_WALLET_ICON = `data:image/svg+xml;base64,${btoa(DRAWING)}` as const;
