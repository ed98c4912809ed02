/**
 * Draws which room imports which, as Mermaid. Type imports count, tests do not. An arrow points from the importing
 * room to the imported one.
 */
import type { IModule } from 'dependency-cruiser';

const ROOMS = new Set(['rules', 'contract', 'server', 'web', 'demo']);

/**
 * The text of ARCHITECTURE.md with current diagrams.
 * @param noFeatures the other folders of server/ and web/ are features
 */
export function withDrawings(
  text: string,
  modules: readonly IModule[],
  noFeatures: readonly string[],
): string {
  const imports = modules
    .filter(({ source }) => !source.includes('.test.'))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }): [string, string] => [source, resolved]),
    );
  const drawings = {
    rooms: drawing(imports, (file) => roomIn(file)),
    server: drawing(imports, (file) => innerRoom(file, 'server', noFeatures)),
    web: drawing(imports, (file) => innerRoom(file, 'web', noFeatures)),
  };
  return Object.entries(drawings).reduce(replaceDrawing, text);
}

function roomIn(file: string): string | undefined {
  const room = file.split('/')[0] ?? '';
  return ROOMS.has(room) ? room : undefined;
}

/** The room of a file inside `side`. All features are one room, because they have the same borders. */
function innerRoom(file: string, side: string, noFeatures: readonly string[]): string | undefined {
  const [first, second = '', ...rest] = file.split('/');
  if (first !== side || rest.length === 0) return undefined;
  return noFeatures.includes(second) ? second : 'features';
}

function drawing(
  imports: readonly [string, string][],
  roomOf: (file: string) => string | undefined,
): string {
  const arrows = new Set<string>();
  for (const [importer, imported] of imports) {
    const [from, to] = [roomOf(importer), roomOf(imported)];
    if (from !== undefined && to !== undefined && from !== to) arrows.add(`  ${from} --> ${to}`);
  }
  return ['```mermaid', 'flowchart TD', ...[...arrows].sort(), '```'].join('\n');
}

function replaceDrawing(text: string, [name, lines]: [string, string]): string {
  const [begin, end] = [`<!-- drawing: ${name} -->`, '<!-- end of drawing -->'];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`there is no place for the drawing "${name}"`);
  return `${text.slice(0, from + begin.length)}\n${lines}\n${text.slice(to)}`;
}
