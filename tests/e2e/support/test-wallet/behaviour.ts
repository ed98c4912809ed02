/** How the test wallet behaves; kept in the page's localStorage, so it outlives a reload. */
export interface Behaviour {
  /** Names of demo personas whose keys it holds; the first is the current account. */
  readonly accounts: readonly string[];
  /** Registers this long after the page started, in ms. */
  readonly lateBy?: number;
  /** Signs with the old `sui:signMessage` only. */
  readonly isLegacy?: boolean;
  readonly cannotSign?: boolean;
  /** Signs messages, but no transactions. */
  readonly cannotSignTransactions?: boolean;
  readonly declinesConnect?: boolean;
  readonly declinesSigning?: boolean;
  /** Wants to be asked aloud: a silent connect fails. */
  readonly refusesSilent?: boolean;
  readonly failsToDisconnect?: boolean;
}

export const BEHAVIOUR_KEY = 'harbour-test-wallet';
/** Told to the window by a test that changed the behaviour; the wallet then tells its listeners. */
export const CHANGED_EVENT = 'harbour-test-wallet-changed';
export const TEST_WALLET_NAME = 'Harbour';
