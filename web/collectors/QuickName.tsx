import { useId } from 'react';
import type { Address } from '#rules/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { useHeadingAfter } from '#web/ui/focus.ts';
import { Problem } from '#web/ui/Problem.tsx';
import { nameTexts as texts } from './name-texts.ts';
import { useNameForm } from './use-name-form.ts';
import { useUsernameUpdate } from './use-profile-update.ts';
import './name-editor.css';

interface QuickNameProps {
  address: Address;
  isConnected: () => boolean;
}

/** A short form for a collector who is not ranked because they have no name. */
export function QuickName({ address, isConnected }: QuickNameProps) {
  const update = useUsernameUpdate(address);
  const { field, problem, canSave, save } = useNameForm({
    address,
    current: null,
    isConnected,
    update,
  });
  const id = useId();
  // It goes once there is a name.
  const form = useHeadingAfter<HTMLFormElement>();
  return (
    <form ref={form} className="quick-name" onSubmit={save} noValidate aria-busy={update.isPending}>
      <label htmlFor={id} className="text-small text-dim">
        {texts.quick}
      </label>
      <div className="field-row">
        <input
          {...field}
          id={id}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
        />
        <Button type="submit" disabled={!canSave}>
          {update.isPending ? texts.saving : texts.save}
        </Button>
      </div>
      <Problem words={problem} id={`${id}-problem`} className="text-small" />
    </form>
  );
}
