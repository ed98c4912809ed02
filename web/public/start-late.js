// A proxy may rewrite the document: the browser then refuses the scripts that stand in it, because their hash is wrong.
// One of them starts the program after the first paint (server/http/pages/prerendered-html.ts). This does it in its place.
setTimeout(() => {
  const program = document.getElementById('program');
  if (program !== null) document.head.append(program.content);
}, 2000);
