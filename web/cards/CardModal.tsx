import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { formatCount } from '#rules/amounts.ts';
import type { Ki } from '#rules/genesis.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { isPartOfMove } from '#web/ui/view-transition.ts';
import { texts } from './texts.ts';
import './card-modal.css';

/** A finger that moves less than this, in px, or more up or down than sideways, does not swipe. */
const SWIPE_MIN = 48;

interface CardModalProps {
  /** Id of the shown card; another one starts the entrance animation anew. */
  id: string | number;
  name: string;
  ki: Ki;
  card: ReactNode;
  /** Position of the card among `count`, from 0. */
  shown: number;
  count: number;
  onShow: (index: number) => void;
  onClose: () => void;
  /** See Dialog. */
  onClosed?: (() => void) | undefined;
  children: ReactNode;
  actions?: ReactNode;
}

/** One card on the whole screen; arrow keys, buttons and a swipe show the previous and next card. */
export function CardModal(props: CardModalProps) {
  const { shown, count, onShow, onClose, onClosed } = props;
  const start = useRef<{ x: number; y: number } | null>(null);
  const pressed = useRef<EventTarget | null>(null);
  const [grown] = useState(() => (isPartOfMove() ? props.id : null));
  const step = (by: number) => onShow((shown + by + count) % count);
  const onKeyDown = ({ key, altKey, metaKey }: KeyboardEvent) => {
    // The browser's: back and forward.
    if (altKey || metaKey) return;
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  const onPointerDown = ({ pointerType, clientX, clientY }: PointerEvent) => {
    start.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY };
  };
  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (from === null) return;
    const right = clientX - from.x;
    const isSwipe = Math.abs(right) >= SWIPE_MIN && Math.abs(right) > Math.abs(clientY - from.y);
    if (isSwipe) step(right < 0 ? 1 : -1);
  };
  /** The modal has no edge to be seen, so a press between card, words and buttons is outside. */
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    // Not after words were selected up to there. A press while the card grows has no beginning (index.html).
    const begunAt = pressed.current ?? currentTarget;
    if (target === currentTarget && begunAt === currentTarget) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      onClosed={onClosed}
      shape="full"
      title={props.name}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; Escape and the close button do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the pointer; Escape and the close button do the same */}
      <div
        className="card-modal"
        data-ki={props.ki}
        onPointerDown={({ target }) => {
          pressed.current = target;
        }}
        onClick={onClick}
      >
        <div className="card-modal-light glow" aria-hidden="true" />
        <div
          className="card-modal-card"
          key={props.id}
          data-grown={props.id === grown || undefined}
          onPointerDown={onPointerDown}
          onPointerUp={onPointerUp}
        >
          {props.card}
        </div>
        <div className="card-modal-words" aria-live="polite">
          {props.children}
        </div>
        {props.actions !== undefined && (
          <div className="actions card-modal-actions">{props.actions}</div>
        )}
        {count > 1 && (
          <div className="card-modal-steps">
            <Button isIcon aria-label={texts.previous} onClick={() => step(-1)}>
              <Icon name="previous" />
            </Button>
            <span className="figure text-large">
              {formatCount(shown + 1)}
              <span className="text-mute"> / {formatCount(count)}</span>
            </span>
            <Button isIcon aria-label={texts.next} onClick={() => step(1)}>
              <Icon name="next" />
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
