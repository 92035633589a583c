"""Trains a crawler on trails of the demo web, compares it with breadth-first and best-first search, and plots the relevant pages found.

    python examples/demo_web.py harvest.png [--pages 300]

Needs matplotlib (`salticid[notebook]`). Requests nothing from any network.
"""

import argparse

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import salticid

TOPIC = "demo#asthma"


def crawls(pages):
    """Returns a crawl by each strategy; the last one is trained."""
    topic = salticid.topic(TOPIC)
    model = salticid.train(topic["trails"], "hmm", query=topic["query"])
    print(f"trained on {model.report['read']} pages, accuracy {model.report['accuracy']:.2f}")
    runs = {
        strategy: salticid.crawl(topic=topic, strategy=strategy, pages=pages)
        for strategy in ("breadth-first", "best-first", "adaptive")
    }
    runs["hmm"] = salticid.crawl(topic["query"], topic["seeds"], model=model, pages=pages)
    return topic, {name: run.run() for name, run in runs.items()}


def main():
    arguments = argparse.ArgumentParser(description="Plots the relevant pages that strategies find on the demo web.")
    arguments.add_argument("image", help="the file of the plot")
    arguments.add_argument("--pages", type=int, default=300, help="pages of each crawl")
    options = arguments.parse_args()
    topic, runs = crawls(options.pages)
    for name, run in runs.items():
        curve = salticid.evaluate(run, topic["relevant"])["harvest"]
        found = [at * share for at, share in zip(curve["at"], curve["values"])]
        plt.plot(curve["at"], found, label=name)
        print(f"{name}: {found[-1]:.0f} of {options.pages} pages are relevant")
    plt.xlabel("pages")
    plt.ylabel("relevant pages")
    plt.legend()
    plt.savefig(options.image)


if __name__ == "__main__":
    main()
