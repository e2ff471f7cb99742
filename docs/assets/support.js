// The field above the table of names hides the rows that do not have what is typed.
document.addEventListener("input", (event) => {
  if (event.target.id !== "support-search") return;
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of document.querySelectorAll("#support tbody tr")) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
  }
});
