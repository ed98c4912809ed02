import { Curtain } from './Curtain.tsx';
import { curtains } from './texts.ts';

export default function GamesPage() {
  return <Curtain ki="inferno" {...curtains.games} />;
}
