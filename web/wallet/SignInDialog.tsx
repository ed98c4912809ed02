import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { Problem } from '#web/ui/Problem.tsx';
import { signIn } from './page-connection.ts';
import { attemptSignIn } from './sign-in-attempt.ts';
import { signInTexts as words } from './sign-in-texts.ts';
import './wallet.css';

/** Explains why the first write needs a signature, and asks for it (I4). */
export function SignInDialog() {
  const now = useStore(signIn.state);
  const isSigning = now.status === 'signing';
  const problem = now.status === 'idle' ? null : now.problem;
  return (
    <Dialog
      isOpen={now.status !== 'idle'}
      onClose={signIn.decline}
      title={words.title}
      intro={now.status === 'idle' ? '' : words.why(now.walletName)}
    >
      <Problem words={problem} className="dialog-problem" />
      <p role="status" className="visually-hidden">
        {isSigning && words.signing}
      </p>
      <div className="actions dialog-actions">
        <Button look="primary" isBusy={isSigning} onClick={() => signIn.accept(attemptSignIn)}>
          {isSigning ? words.signing : problem === null ? words.accept : words.retry}
        </Button>
        {/* Where the first press of a double click made the other button longer, this one lies below the second. */}
        <Button look="plain" onClick={({ detail }) => detail > 1 || signIn.decline()}>
          {words.decline}
        </Button>
      </div>
    </Dialog>
  );
}
