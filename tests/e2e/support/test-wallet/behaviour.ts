/** How the test wallet behaves; stored in localStorage, so that it survives a reload. */
export interface Behaviour {
  /** Names of demo personas whose keys it holds; the first is the current account. */
  readonly accounts: readonly string[];
  /** Registers this long after the page started, in ms. */
  readonly lateBy?: number;
  /** Signs messages, but no transactions. */
  readonly cannotSignTransactions?: boolean;
  readonly declinesSigning?: boolean;
}

export const BEHAVIOUR_KEY = 'harbour-test-wallet';
/** Event a test dispatches after a change of the behaviour; the wallet then notifies its listeners. */
export const CHANGED_EVENT = 'harbour-test-wallet-changed';
export const TEST_WALLET_NAME = 'Harbour';
