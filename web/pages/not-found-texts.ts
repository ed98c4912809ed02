export const texts = {
  title: 'Page Not Found',
  line: 'No scene was ever written for this address.',
  back: 'Back to the stage',
};
