import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import {
  addressPieces,
  type ExportFormat,
  exportFileName,
  exportPieces,
} from '#rules/whitelist-export.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { copyWhenReady, saveFile, writeInSlices } from './export-file.ts';
import { readWhole } from './queries.ts';
import { texts } from './texts.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  txt: 'text/plain;charset=utf-8',
};

type Act = 'download' | 'copy';

class NoEntriesError extends Error {
  override name = 'NoEntriesError';
}

/** The actions of the two buttons: load the whole list, write it, save or copy it, show a toast. */
export function useExport(isHeldOnly: boolean) {
  const queries = useQueryClient();
  /** The running action, and how many registrations it has loaded. */
  const [work, setWork] = useState<{ act: Act; read: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function readEntries(act: Act, signal: AbortSignal): Promise<WhitelistEntry[]> {
    const entries = await readWhole(queries, isHeldOnly, (read) => setWork({ act, read }), signal);
    if (entries.length === 0) throw new NoEntriesError();
    return entries;
  }

  async function run(act: Act, hand: (signal: AbortSignal) => Promise<string>): Promise<void> {
    if (running.current !== null) return;
    const own = new AbortController();
    running.current = own;
    setProblem(null);
    setWork({ act, read: 0 });
    const words = texts.acts[act];
    try {
      const description = await hand(own.signal);
      toast({ title: words.done, description });
    } catch (error) {
      if (own.signal.aborted) return;
      const isEmpty = error instanceof NoEntriesError;
      const why = isEmpty ? words.nothing : sentenceOf(error, words.failedText);
      setProblem(why);
      toast(failureToast(isEmpty ? texts.noData : words.failed)(why));
    } finally {
      if (running.current === own) running.current = null;
      if (!own.signal.aborted) setWork(null);
    }
  }

  return {
    work,
    problem,

    download: (format: ExportFormat) =>
      run('download', async (signal) => {
        const entries = await readEntries('download', signal);
        const exportedAt = new Date().toISOString();
        const pieces = exportPieces(format, entries, exportedAt);
        const file = await writeInSlices(pieces, TYPES[format], signal);
        const name = exportFileName(format, exportedAt);
        saveFile(file, name);
        return texts.acts.download.doneText(entries.length, name);
      }),

    copy: () =>
      run('copy', async (signal) => {
        let wallets = 0;
        function* pieces(entries: readonly WhitelistEntry[]) {
          wallets = yield* addressPieces(entries);
        }
        const making = readEntries('copy', signal).then((entries) =>
          writeInSlices(pieces(entries), 'text/plain', signal),
        );
        await copyWhenReady(making);
        return texts.acts.copy.doneText(wallets);
      }),

    cancel(): void {
      running.current?.abort();
      running.current = null;
      setWork(null);
    },
  };
}
