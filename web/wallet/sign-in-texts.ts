export const signInTexts = {
  title: 'Sign to prove this wallet is yours',
  why: (walletName: string) =>
    `${walletName} will show you a short message to sign: it costs nothing, moves nothing, and then what you started goes on.`,
  accept: 'Sign message',
  retry: 'Try again',
  signing: 'Waiting for your wallet...',
  decline: 'Not now',
};

export const signInErrorTexts = {
  refused: 'The message was not signed. Nothing was changed.',
  notKept:
    'You signed, but your browser, or a proxy before it, did not keep the session. Nothing was changed.',
  failed: 'Signing in did not work. Nothing was changed. Please try again.',
};
