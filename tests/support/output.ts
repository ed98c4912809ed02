import type { ChildProcess } from 'node:child_process';

/** Collects what a program prints. @returns everything so far */
export function outputOf(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return () => output;
}
