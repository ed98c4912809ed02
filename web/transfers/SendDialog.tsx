import { Dialog } from '#web/ui/Dialog.tsx';
import { RecipientStep } from './RecipientStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { StatusStep } from './StatusStep.tsx';
import { outcomeWords, texts } from './texts.ts';
import type { TransferModel } from './use-transfer.ts';
import './transfers.css';

interface SendDialogProps {
  model: TransferModel;
  isOpen: boolean;
  onClose: () => void;
}

export function SendDialog({ model, isOpen, onClose }: SendDialogProps) {
  const { card, typed, step, transfer } = model;
  const isWithWallet = step.at === 'signing' || step.at === 'handing-in';
  const outcome = transfer === null || card === null ? null : outcomeWords(card, transfer);
  const close = () => {
    model.cancel();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen && card !== null}
      onClose={close}
      title={outcome?.title ?? texts.title}
      intro={card && <span role="status">{outcome?.text ?? texts.intro(card.name)}</span>}
      // A click beside the dialog must not cancel the signature that the wallet is asking for.
      isHeld={isWithWallet}
    >
      {card === null ? null : !('draft' in step) ? (
        <RecipientStep
          key={card.id}
          card={card}
          typed={typed}
          isChecking={step.at === 'checking'}
          problem={step.problem}
          isRecipientWrong={step.isRecipientWrong}
          onCheck={model.check}
        />
      ) : step.at === 'following' ? (
        transfer !== null && <StatusStep card={card} transfer={transfer} onFinish={close} />
      ) : (
        <ReviewStep
          card={card}
          typed={typed}
          step={step}
          onSign={() => model.signAndSend(step.draft)}
          onBack={model.startOver}
        />
      )}
    </Dialog>
  );
}
